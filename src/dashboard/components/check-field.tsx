/** Something that is so or not, in a form. */
import { useId } from 'preact/hooks'

interface CheckFieldProps {
  readonly label: string
  readonly checked: boolean
  change(checked: boolean): void
}

export function CheckField({ label, checked, change }: CheckFieldProps) {
  const id = useId()
  return (
    <p class="check">
      <input id={id} type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />{' '}
      <label for={id}>{label}</label>
    </p>
  )
}

/** A caller by the name and number of its organization, then by its client id. */
import { Text } from './text.tsx'

interface CallerNameProps {
  readonly caller: string
  readonly orgNo: string | null
  readonly name: string | null
}

export function CallerName({ caller, orgNo, name }: CallerNameProps) {
  if (orgNo === null) return <Text>{caller}</Text>
  return (
    <>
      {name !== null && (
        <>
          <Text>{name}</Text>{' '}
        </>
      )}
      <Text>{orgNo}</Text>
      {caller !== orgNo && (
        <span class="quiet">
          {' '}
          client <Text>{caller}</Text>
        </span>
      )}
    </>
  )
}

/** Whose token a call carries. */
import { TextField } from '../../components/fields.tsx'
import type { Caller } from '../../data/send-call.ts'

interface TokenFieldsProps {
  /** Null: the call carries no token. */
  readonly caller: Caller | null
  change(caller: Caller | null): void
}

export function TokenFields({ caller, change }: TokenFieldsProps) {
  const set = (name: 'org' | 'orgNo' | 'scope') => (value: string) => {
    const { [name]: _, ...others } = caller ?? {}
    change({ ...others, ...((value !== '' || name === 'scope') && { [name]: value }) })
  }
  return (
    <fieldset>
      <legend>
        <label>
          <input type="checkbox" checked={caller !== null} onChange={(event) => change(event.currentTarget.checked ? first : null)} /> With
          a token
        </label>
      </legend>
      {caller && (
        <div class="fields">
          <TextField label="Service owner" value={caller.org ?? ''} change={set('org')} />
          <TextField label="Organization number" value={caller.orgNo ?? ''} change={set('orgNo')} />
          <TextField label="Scopes" value={caller.scope ?? ''} change={set('scope')} />
        </div>
      )}
    </fieldset>
  )
}

/** A service owner that the fixtures know. */
const first: Caller = { org: 'ttd', orgNo: '991825827', scope: '' }

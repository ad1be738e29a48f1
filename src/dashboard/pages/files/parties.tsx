/** Whose file it is: the fields that every new transfer has. */
import { TextField } from '../../components/fields.tsx'
import { useControl } from '../../data/control.ts'
import { environment } from '../../data/place.ts'

/** As the user wrote them; empty: as the placeholder says. */
export interface Parties {
  readonly fileName: string
  readonly sender: string
  readonly recipients: string
  readonly resourceId: string
}

/** Parties of the fixtures. */
export const usualParties = { sender: '347147753', recipients: '370916446' }

export const recipientsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

interface PartyFieldsProps {
  readonly of: Parties
  change(parties: Parties): void
  /** The resource where none is written. */
  readonly resource: string
}

export function PartyFields({ of: parties, change, resource }: PartyFieldsProps) {
  const { data } = useControl('control.listResources', { query: { limit: '1000' } })
  const set = (name: keyof Parties) => (value: string) => change({ ...parties, [name]: value })
  return (
    <>
      <TextField label="File name" value={parties.fileName} change={set('fileName')} required />
      <TextField
        label="Recipients"
        value={parties.recipients}
        change={set('recipients')}
        placeholder={usualParties.recipients}
        hint="Organization numbers, with commas between."
      />
      <TextField label="Sender" value={parties.sender} change={set('sender')} placeholder={usualParties.sender} />
      <TextField
        label="Resource"
        value={parties.resourceId}
        change={set('resourceId')}
        placeholder={resource}
        choices={data?.resources.filter((each) => each.environment === environment).map(({ id }) => id)}
      />
    </>
  )
}

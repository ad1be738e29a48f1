/** The placeholders that a text may hold: replaced when its order is processed. Source: notifications §10.5. */
import { settingsOf } from './recipient.ts'
import type { Channel, Shipment, Texts } from './shipment.ts'

const keywords = /\$recipient(Name|Number)\$/g

const textsOf = ({ recipient }: Shipment): string[] => {
  const { Email, SMS } = settingsOf(recipient)
  return [Email?.subject, Email?.body, SMS?.body].filter((text) => text !== undefined)
}

/** Whether the name of its recipient must be asked for: direct recipients and external identities have none. */
export function wantsName(shipment: Shipment): boolean {
  const { recipientPerson, recipientOrganization } = shipment.recipient
  return (recipientPerson ?? recipientOrganization) != null && textsOf(shipment).some((text) => text.search(keywords) >= 0)
}

/** `name` is empty where the register has the party without one; undefined where it knows no such party: then the texts stay. */
export function replaceKeywords({ recipient }: Shipment, name: string | undefined): Texts | undefined {
  if (name === undefined) return undefined
  const number = recipient.recipientOrganization?.orgNumber ?? ''
  // In one go: a name may look like a keyword.
  const replaced = (text: string) => text.replace(keywords, (_, which: string) => (which === 'Name' ? name : number))
  const { Email, SMS } = settingsOf(recipient)
  return {
    Email: Email && { subject: replaced(Email.subject), body: replaced(Email.body) },
    SMS: SMS && { body: replaced(SMS.body) },
  } satisfies Record<Channel, unknown>
}

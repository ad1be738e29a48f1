/** The placeholders in texts, which are replaced when the order is processed. Source: notifications §10.5. */
import { settingsOf } from './recipient.ts'
import type { Channel, Shipment, Texts } from './shipment.ts'

const keywords = /\$recipient(Name|Number)\$/g

const textsOf = ({ recipient }: Shipment): string[] => {
  const { Email, SMS } = settingsOf(recipient)
  return [Email?.subject, Email?.body, SMS?.body].filter((text) => text !== undefined)
}

/** Whether the recipient's name must be looked up. Direct recipients and external identities have none. */
export function wantsName(shipment: Shipment): boolean {
  const { recipientPerson, recipientOrganization } = shipment.recipient
  return (recipientPerson ?? recipientOrganization) != null && textsOf(shipment).some((text) => text.search(keywords) >= 0)
}

/** `name` is empty when the register has no name for the party. Undefined when it does not have the party: the texts stay as they are. */
export function replaceKeywords({ recipient }: Shipment, name: string | undefined): Texts | undefined {
  if (name === undefined) return undefined
  const number = recipient.recipientOrganization?.orgNumber ?? ''
  // In one pass, because a name may look like a keyword.
  const replaced = (text: string) => text.replace(keywords, (_, which: string) => (which === 'Name' ? name : number))
  const { Email, SMS } = settingsOf(recipient)
  return {
    Email: Email && { subject: replaced(Email.subject), body: replaced(Email.body) },
    SMS: SMS && { body: replaced(SMS.body) },
  } satisfies Record<Channel, unknown>
}

/** Fields for an order's recipient: its kind, and the final status of its message. */
import { useRef } from 'preact/hooks'
import { ChoiceField } from '../../components/fields.tsx'
import { useControl, wholeList } from '../../data/control.ts'
import type { MemberOf } from './members.tsx'

type Named = Readonly<Record<string, unknown>>

/** Kind → title and a valid recipient. */
const kinds: Readonly<Record<string, readonly [title: string, first: Named]>> = {
  recipientEmail: ['An email address', { emailAddress: 'someone@example.org' }],
  recipientSms: ['A mobile number', { phoneNumber: '+4799999999' }],
  recipientPerson: ['A person in the contact register', { nationalIdentityNumber: '12838590150', channelSchema: 'EmailPreferred' }],
  recipientOrganization: ['An organization in the contact register', { orgNumber: '375464780', channelSchema: 'EmailPreferred' }],
  recipientExternalIdentity: [
    'An external identity',
    { externalIdentity: 'urn:altinn:party:username:oda', channelSchema: 'EmailPreferred' },
  ],
}

/** True if these are a recipient's members, one for each kind of recipient. */
export const isRecipient = (members: readonly MemberOf[]): boolean => members.length > 1 && members.every(({ name }) => name in kinds)

interface RecipientProps {
  readonly members: readonly MemberOf[]
  readonly value: Named
  change(value: Named): void
}

export function RecipientChoice({ members, value, change }: RecipientProps) {
  const { data } = useControl('control.listRecipients', { query: wholeList })
  const endings = (data?.recipients ?? []).filter(({ recipient }) => members.some(({ name }) => name in recipient))
  const kind = Object.keys(value).find((name) => name in kinds) ?? ''
  // An SMS has no subject, so the subject is preserved in case the recipient changes again.
  const texts = useRef<Texts>({})
  texts.current = { ...texts.current, ...textsOf(value) }
  const set = (next: Named) => change(withTexts(texts.current, next))
  const ending = endings.findIndex(({ recipient }) => addressOf(recipient) === addressOf(value))
  return (
    <>
      <ChoiceField
        label="Kind of recipient"
        value={kind}
        choices={Object.fromEntries(members.map(({ name }) => [name, kinds[name]?.[0] ?? name]))}
        change={(name) => set({ [name]: kinds[name]?.[1] ?? {} })}
      />
      <ChoiceField
        label="Ends as …"
        value={String(ending)}
        choices={{
          '-1': 'determined by its address',
          ...Object.fromEntries(endings.map(({ status, recipient }, at) => [String(at), `${status} (${addressOf(recipient)})`])),
        }}
        change={(at) => set({ ...(endings[Number(at)]?.recipient ?? { recipientEmail: kinds.recipientEmail?.[1] }) })}
        hint="Chooses a recipient whose message ends in this status."
      />
    </>
  )
}

const memberOf = (recipient: Named): Named => {
  const [member] = Object.values(recipient)
  return typeof member === 'object' && member !== null ? (member as Named) : {}
}

const addressOf = (recipient: Named): string => String(Object.values(memberOf(recipient)).find((each) => typeof each === 'string') ?? '')

interface Texts {
  readonly emailSettings?: { readonly subject?: string; readonly body?: string }
  readonly smsSettings?: { readonly body?: string }
}

function textsOf(recipient: Named): Texts {
  const { emailSettings, smsSettings } = memberOf(recipient) as Texts
  return { ...(emailSettings && { emailSettings }), ...(smsSettings && { smsSettings }) }
}

/** Returns the recipient with these texts, in the format for its kind. */
function withTexts({ emailSettings, smsSettings }: Texts, next: Named): Named {
  const body = emailSettings?.body ?? smsSettings?.body ?? ''
  const [kind = ''] = Object.keys(next)
  const texts = {
    ...(kind !== 'recipientSms' && { emailSettings: emailSettings ?? { subject: 'A new message', body } }),
    ...(kind !== 'recipientEmail' && { smsSettings: smsSettings ?? { body } }),
  }
  return { [kind]: { ...memberOf(next), ...texts } }
}

/** Returns a valid reminder, sent to the order's recipient after a week. */
export const firstReminder = (order: Named): Named => ({ delayDays: 7, recipient: order.recipient })

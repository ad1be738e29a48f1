/** One contact of the register, to look at and to change, and what kind it is. */
import { useState } from 'preact/hooks'
import type { ControlReply } from '../../../control/rows/client.ts'
import { RemoveButton } from '../../components/dialog.tsx'
import { CheckField, TextArea, TextField } from '../../components/fields.tsx'
import { Body } from '../../components/http-message.tsx'
import { Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { go, hrefOf, storyHref } from '../../shell/address.ts'

export type Contact = ControlReply<'control.listContacts'>['contacts'][number]
type Organization = Extract<Contact, { emails: string[] }>

const isOrganization = (contact: Contact): contact is Organization => 'emails' in contact

/** People have eleven digits, organizations nine; others are external identities. */
const kindOf = ({ number }: Contact): 'person' | 'organization' | 'external identity' => {
  if (/^\d{11}$/.test(number)) return 'person'
  return /^\d{9}$/.test(number) ? 'organization' : 'external identity'
}

export const addressesOf = (contact: Contact): string[] =>
  isOrganization(contact) ? [...contact.emails, ...contact.mobiles] : [contact.email, contact.mobile].flatMap((each) => each ?? [])

/** `known`: it is in the register. */
export function ContactForm({ contact, known }: { readonly contact: Contact; readonly known: boolean }) {
  const [written, write] = useState<Contact>(contact)
  const { number } = contact
  const put = useChange('control.putContact', (reply) => {
    go(hrefOf(['contacts', reply.number]))
    return `The register has ${reply.name ?? reply.number}.`
  })
  const remove = useChange('control.removeContact', () => {
    go(hrefOf(['contacts']))
    return `The register no longer has ${contact.name ?? number}.`
  })
  const change = (values: Readonly<Record<string, unknown>>) => write((before) => ({ ...before, ...values }) as Contact)
  const text = (name: string) => (value: string) => change({ [name]: value })

  return (
    <form
      class="card"
      aria-label={`Contact ${number}`}
      onSubmit={(event) => {
        event.preventDefault()
        put.mutate({ params: { number }, body: withoutEmpty(written) })
      }}
    >
      <Text as="h2">{contact.name ?? number}</Text>
      <p class="quiet">
        {kindOf(contact)} <Text>{number}</Text> {known && <a href={storyHref(number)}>what happened to it</a>}
      </p>
      <div class="fields">
        <TextField label="Name" value={written.name ?? ''} change={text('name')} />
        {isOrganization(written) ? (
          <>
            <TextArea
              label="Email addresses, one a line"
              rows={2}
              value={written.emails.join('\n')}
              change={(value) => change({ emails: value.split('\n') })}
            />
            <TextArea
              label="Mobile numbers, one a line"
              rows={2}
              value={written.mobiles.join('\n')}
              change={(value) => change({ mobiles: value.split('\n') })}
            />
            <TextField
              label="Service owner"
              value={written.serviceOwner ?? ''}
              change={text('serviceOwner')}
              hint="Its code; empty: it is none."
            />
          </>
        ) : (
          <>
            <TextField label="Email address" value={written.email ?? ''} change={text('email')} />
            <TextField label="Mobile number" value={written.mobile ?? ''} change={text('mobile')} />
          </>
        )}
        {kindOf(contact) === 'person' && 'number' in written && !isOrganization(written) && (
          <TextField
            label="Last confirmed"
            value={'updated' in written ? (written.updated ?? '') : ''}
            change={text('updated')}
            hint="A date or a time; empty: recently."
          />
        )}
        <TextField
          label="Condition"
          value={written.condition ?? ''}
          change={text('condition')}
          hint="What is special about it, in one word."
        />
      </div>
      <div class="checks">
        <CheckField
          label="Its addresses are verified"
          checked={written.verified !== false}
          change={(verified) => change({ verified: verified ? undefined : false })}
        />
        {kindOf(contact) === 'person' && (
          <CheckField
            label="Reserved against digital communication"
            checked={'reserved' in written && written.reserved === true}
            change={(reserved) => change({ reserved: reserved ? true : undefined })}
          />
        )}
      </div>
      {isOrganization(written) && written.users && written.users.length > 0 && (
        <details>
          <summary>{written.users.length} people registered their own details</summary>
          <Body text={JSON.stringify(written.users)} />
        </details>
      )}
      <div class="actions start">
        <button type="submit" class="primary">
          {known ? 'Save' : 'Add'}
        </button>
        {known && <RemoveButton what={`the contact ${number}`} act={() => remove.mutate({ params: { number } })} />}
      </div>
    </form>
  )
}

/** Leaves the empty fields out: such a contact has no email, or no mobile. */
function withoutEmpty(contact: Contact): Contact {
  const members = Object.entries<unknown>(contact).map(([name, value]) => [
    name,
    Array.isArray(value) && name !== 'users' ? filled(value) : value,
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== '' && value !== undefined)) as Contact
}

const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')

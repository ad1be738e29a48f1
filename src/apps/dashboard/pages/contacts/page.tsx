/** The contact register, for viewing and editing people, organizations and external identities. */

import { useState } from 'preact/hooks'
import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { EntryActions, Form } from '../../components/dialog.tsx'
import { Badge } from '../../components/facts.tsx'
import { CheckField, filledLines, TextArea, TextField } from '../../components/fields.tsx'
import { Body } from '../../components/http-message.tsx'
import { Loaded, Register } from '../../components/list.tsx'
import { Quiet, Text } from '../../components/text.tsx'
import { useChange, useControl, wholeList } from '../../data/control.ts'
import { go, hrefOf, type PageProps, storyHref } from '../../shell/address.ts'

type Contact = ControlReply<'control.listContacts'>['contacts'][number]
type Organization = Extract<Contact, { emails: string[] }>

export function page({ rest: [open] }: PageProps) {
  const contacts = useControl('control.listContacts', { query: wholeList }, { live: true })
  return (
    <Loaded of={contacts}>
      {({ contacts: all }) => (
        <Register<Contact>
          title="Contacts"
          lead="People and organizations in the register, with their contact details."
          path="contacts"
          entries={all}
          keyOf={({ number }) => number}
          textOf={(contact) => JSON.stringify(Object.values(contact))}
          row={(contact) => <Row contact={contact} />}
          open={open}
          show={(contact) => <ContactForm contact={contact} known />}
          unknown="Contact not found in the register."
          add={{ label: 'Add a contact', form: () => <NewContact /> }}
        />
      )}
    </Loaded>
  )
}

const Row = ({ contact }: { readonly contact: Contact }) => (
  <>
    <Text as="strong">{contact.name ?? 'no name'}</Text> {contact.condition !== undefined && <Badge>{contact.condition}</Badge>}
    <br />
    <Quiet>{[contact.number, ...addressesOf(contact)].join(' · ')}</Quiet>
  </>
)

/** A new contact's number determines its kind. */
function NewContact() {
  const [number, setNumber] = useState('')
  const [chosen, choose] = useState<Contact>()
  if (chosen) return <ContactForm contact={chosen} known={false} />
  return (
    <Form class="card" submit={() => choose(/^\d{9}$/.test(number) ? { number, emails: [], mobiles: [] } : { number })}>
      <h2>A new contact</h2>
      <TextField
        label="Number"
        value={number}
        change={(value) => setNumber(value.trim())}
        hint="11 digits for a person, 9 for an organization, a URN for an external identity."
        required
        autoFocus
      />
      <div class="actions start">
        <Button submit label="Next" class="primary" />
      </div>
    </Form>
  )
}

const isOrganization = (contact: Contact): contact is Organization => 'emails' in contact

/** Returns a contact's kind. A person's number has eleven digits, an organization's has nine; anything else is an external identity. */
const kindOf = ({ number }: Contact): 'person' | 'organization' | 'external identity' => {
  if (/^\d{11}$/.test(number)) return 'person'
  return /^\d{9}$/.test(number) ? 'organization' : 'external identity'
}

const addressesOf = (contact: Contact): string[] =>
  isOrganization(contact) ? [...contact.emails, ...contact.mobiles] : [contact.email, contact.mobile].flatMap((each) => each ?? [])

/** `known`: true if the contact is in the register. */
function ContactForm({ contact, known }: { readonly contact: Contact; readonly known: boolean }) {
  const [written, write] = useState<Contact>(contact)
  const { number } = contact
  const kind = kindOf(contact)
  const put = useChange('control.putContact', (reply) => {
    go(hrefOf(['contacts', reply.number]))
    return `${reply.name ?? reply.number} was saved.`
  })
  const remove = useChange('control.removeContact', () => {
    go(hrefOf(['contacts']))
    return `${contact.name ?? number} was removed.`
  })
  const values: Readonly<Record<string, unknown>> = written
  const change = (some: Readonly<Record<string, unknown>>) => write((before) => ({ ...before, ...some }) as Contact)
  const text = (name: string) => ({ value: (values[name] ?? '') as string, change: (value: string) => change({ [name]: value }) })
  const lines = (name: string) => ({
    value: (values[name] as string[]).join('\n'),
    change: (value: string) => change({ [name]: value.split('\n') }),
  })

  return (
    <Form class="card" label={`Contact ${number}`} submit={() => put.mutate({ params: { number }, body: withoutEmpty(written) })}>
      <Text as="h2">{contact.name ?? number}</Text>
      <p class="quiet">
        {kind} <Text>{number}</Text> {known && <a href={storyHref(number)}>its story</a>}
      </p>
      <div class="fields">
        <TextField label="Name" {...text('name')} />
        {isOrganization(written) ? (
          <>
            <TextArea label="Email addresses, one per line" rows={2} {...lines('emails')} />
            <TextArea label="Mobile numbers, one per line" rows={2} {...lines('mobiles')} />
            <TextField
              label="Service owner"
              {...text('serviceOwner')}
              hint="The service owner code. Leave empty if the organization is not a service owner."
            />
          </>
        ) : (
          <>
            <TextField label="Email address" {...text('email')} />
            <TextField label="Mobile number" {...text('mobile')} />
          </>
        )}
        {kind === 'person' && <TextField label="Last confirmed" {...text('updated')} hint="A date or a time. If empty, a recent time." />}
        <TextField label="Condition" {...text('condition')} hint="A label for its special condition." />
      </div>
      <div class="checks row">
        <CheckField
          label="Its addresses are verified"
          checked={written.verified !== false}
          change={(verified) => change({ verified: verified ? undefined : false })}
        />
        {kind === 'person' && (
          <CheckField
            label="Opted out of digital communication"
            checked={values.reserved === true}
            change={(reserved) => change({ reserved: reserved ? true : undefined })}
          />
        )}
      </div>
      {isOrganization(written) && written.users && written.users.length > 0 && (
        <details>
          <summary>{written.users.length} people with their own contact details</summary>
          <Body text={JSON.stringify(written.users)} />
        </details>
      )}
      <EntryActions what={`the contact ${number}`} known={known} remove={() => remove.mutate({ params: { number } })} />
    </Form>
  )
}

/** Removes empty fields, so that a contact can have no email address, for example. */
function withoutEmpty(contact: Contact): Contact {
  const members = Object.entries<unknown>(contact).map(([name, value]) => [
    name,
    Array.isArray(value) && name !== 'users' ? filledLines(value) : value,
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== '' && value !== undefined)) as Contact
}

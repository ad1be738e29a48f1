/** The contact register: people, organizations and external identities. */

import { useState } from 'preact/hooks'
import { Badge } from '../../components/badge.tsx'
import { TextField } from '../../components/fields.tsx'
import { Empty, Loaded } from '../../components/loaded.tsx'
import { Register } from '../../components/register.tsx'
import { Quiet, Text } from '../../components/text.tsx'
import { useControl } from '../../data/control.ts'
import { type PageProps, useQueryValue } from '../../shell/address.ts'
import { addressesOf, type Contact, ContactForm } from './contact-form.tsx'

export function page({ rest: [open] }: PageProps) {
  const [add] = useQueryValue('add')
  const contacts = useControl('control.listContacts', { query: { limit: '10000' } }, { live: true })
  return (
    <Loaded of={contacts}>
      {({ contacts: all }) => (
        <Register<Contact>
          title="Contacts"
          lead="Whom the service knows, with the addresses that it finds in the registers."
          path="contacts"
          entries={all}
          keyOf={({ number }) => number}
          textOf={(contact) => JSON.stringify(Object.values(contact))}
          row={(contact) => <Row contact={contact} />}
          open={open}
          add="Add a contact"
        >
          {opened(all, open, add)}
        </Register>
      )}
    </Loaded>
  )
}

function opened(all: readonly Contact[], open: string | undefined, add: string) {
  if (open === undefined) return add === '' ? null : <NewContact />
  const contact = all.find(({ number }) => number === open)
  return contact ? <ContactForm key={open} contact={contact} known /> : <Empty title="The register has no such contact." />
}

function Row({ contact }: { readonly contact: Contact }) {
  return (
    <>
      <Text as="strong">{contact.name ?? 'no name'}</Text> {contact.condition !== undefined && <Badge>{contact.condition}</Badge>}
      <br />
      <Quiet>{[contact.number, ...addressesOf(contact)].join(' · ')}</Quiet>
    </>
  )
}

/** A contact that is not in the register yet: its number says what kind it is. */
function NewContact() {
  const [number, setNumber] = useState('')
  const [chosen, choose] = useState<Contact>()
  if (chosen) return <ContactForm contact={chosen} known={false} />
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        choose(/^\d{9}$/.test(number) ? { number, emails: [], mobiles: [] } : { number })
      }}
    >
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
        <button type="submit" class="primary">
          Next
        </button>
      </div>
    </form>
  )
}

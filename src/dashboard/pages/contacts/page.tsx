/** The contact register: people, organizations and external identities. */
import { Badge } from '../../components/badge.tsx'
import { Empty, Loaded } from '../../components/loaded.tsx'
import { Register } from '../../components/register.tsx'
import { Text } from '../../components/text.tsx'
import { useControl } from '../../data/control.ts'
import { useQueryValue } from '../../shell/address.ts'
import type { PageProps } from '../page-props.ts'
import { addressesOf, type Contact } from './contact.ts'
import { ContactForm } from './contact-form.tsx'
import { NewContact } from './new-contact.tsx'

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
      <strong>
        <Text>{contact.name ?? 'no name'}</Text>
      </strong>{' '}
      {contact.condition !== undefined && <Badge>{contact.condition}</Badge>}
      <br />
      <span class="quiet">
        <Text>{[contact.number, ...addressesOf(contact)].join(' · ')}</Text>
      </span>
    </>
  )
}

/** A contact that is not in the register yet: its number says what kind it is. */
import { useState } from 'preact/hooks'
import { TextField } from '../../components/fields.tsx'
import type { Contact } from './contact.ts'
import { ContactForm } from './contact-form.tsx'

export function NewContact() {
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

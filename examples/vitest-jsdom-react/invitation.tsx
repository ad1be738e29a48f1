/** The component under test: sends an invitation, and shows the result. */
import { type FormEvent, useState } from 'react'

export interface InvitationProps {
  readonly service: string
  readonly token: string
}

export function Invitation({ service, token }: InvitationProps) {
  const [said, say] = useState('')

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const emailAddress = String(new FormData(event.currentTarget).get('email'))
    const response = await fetch(`${service}/future/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        idempotencyId: `invitation of ${emailAddress}`,
        recipient: { recipientEmail: { emailAddress, emailSettings: { subject: 'Invitation', body: 'Welcome.' } } },
      }),
    })
    if (response.ok) return say('Sent.')
    say(response.status === 400 ? 'This is not an email address.' : 'Try again later.')
  }

  return (
    <form onSubmit={send}>
      <label>
        Email <input name="email" />
      </label>
      <button type="submit">Invite</button>
      <output>{said}</output>
    </form>
  )
}

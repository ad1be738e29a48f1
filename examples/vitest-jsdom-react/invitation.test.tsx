import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type StandinWorld, test } from 'standin/vitest'
import { afterEach, expect } from 'vitest'
import { Invitation } from './invitation.tsx'

afterEach(cleanup)

async function invite(standin: StandinWorld, email: string) {
  const { token } = await standin.token({ org: 'ttd' })
  render(<Invitation service={standin.url} token={token} />)
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByText('Invite'))
}

test('an invitation is sent', async ({ standin }) => {
  await invite(standin, 'someone@example.org')

  await screen.findByText('Sent.')
  await standin.advance({ until: 'settled' })
  expect(standin.outbox.list().messages.map(({ to }) => to)).toEqual(['someone@example.org'])
})

test('an invalid address is refused', async ({ standin }) => {
  await invite(standin, 'someone')

  await screen.findByText('This is not an email address.')
})

test('an outage is shown', async ({ standin }) => {
  await standin.scenarios.use('unavailable')
  await invite(standin, 'someone@example.org')

  await screen.findByText('Try again later.')
})

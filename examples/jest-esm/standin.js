/** Setup for both test files: a simulator that answers `fetch`, reset after each test. */
import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { setupStandin } from 'standin/mocks/node'

export const service = 'http://localhost'

export function useStandin() {
  const { server, simulator } = setupStandin({ clock: 'frozen' })
  beforeAll(() => server.listen())
  afterEach(() => simulator.reset())
  afterAll(() => {
    server.close()
    simulator.close()
  })
  return simulator
}

/** Orders an email to an address and waits until the service has sent it. */
export async function sendTo(simulator, emailAddress) {
  const recipient = { recipientEmail: { emailAddress, emailSettings: { subject: 'Hello', body: 'Hello' } } }
  const { body } = await simulator.client().call('notifications.createOrder', { body: { idempotencyId: 'case-1', recipient } })
  await simulator.advance({ until: 'settled' })
  return body.notification.shipmentId
}

import { expect, test } from '@jest/globals'
import { describeShipment } from './shipments.js'
import { sendTo, service, useStandin } from './standin.js'

const simulator = useStandin()

test('a page shows a message that bounced', async () => {
  await simulator.scenarios.use('email-bounced')
  const id = await sendTo(simulator, 'someone@example.org')
  const { token } = await simulator.token({ org: 'ttd' })

  document.body.innerHTML = '<output></output>'
  const output = document.querySelector('output')
  output.textContent = await describeShipment(service, token, id)

  expect(output.textContent).toBe('someone@example.org: Email_Failed_Bounced')
})

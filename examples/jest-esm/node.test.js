import { expect, test } from '@jest/globals'
import { describeShipment } from './shipments.js'
import { sendTo, service, useStandin } from './standin.js'

const simulator = useStandin()

test('a delivered message is described', async () => {
  const id = await sendTo(simulator, 'someone@example.org')
  const { token } = await simulator.token({ org: 'ttd' })

  expect(await describeShipment(service, token, id)).toBe('someone@example.org: Email_Delivered')
})

test('a shipment of nobody is described', async () => {
  const { token } = await simulator.token({ org: 'ttd' })

  expect(await describeShipment(service, token, '11111111-1111-4111-8111-111111111111')).toBe('We know no such shipment.')
})

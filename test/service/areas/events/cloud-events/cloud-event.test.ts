import { type BrokerEvent, validationEvent } from '../../../../../src/service/areas/events/cloud-events/cloud-event.ts'
import { brokerEvent, polledEvent } from '../../../../../src/service/areas/events/cloud-events/stored-event.ts'
import { expect, rule } from '../../../../support/rule.ts'

const base = 'https://platform.tt02.altinn.no'
const event: BrokerEvent = {
  id: '034bcff3-e05d-50a0-86c6-8d8d111c98ad',
  name: 'published',
  at: Date.parse('2026-08-18T11:40:55.219Z'),
  resourceId: 'acme-broker',
  fileTransferId: '7d3f0c7e-2b41-4a8e-9f55-0f6c1f1a9b10',
  orgNo: '313456789',
  role: 'Recipient',
}

rule('events §3.1', 'a delivered event has its attributes in the order of the wire, without white space', () => {
  expect(brokerEvent(event, base).text).toBe(
    '{"specversion":"1.0","id":"034bcff3-e05d-50a0-86c6-8d8d111c98ad","type":"no.altinn.broker.published",' +
      '"time":"2026-08-18T11:40:55.219Z","resource":"urn:altinn:resource:acme-broker",' +
      '"resourceinstance":"7d3f0c7e-2b41-4a8e-9f55-0f6c1f1a9b10","subject":"urn:altinn:organization:identifier-no:313456789",' +
      '"source":"https://platform.tt02.altinn.no/broker/api/v1/filetransfer","datacontenttype":"application/json",' +
      '"data":{"Role":"Recipient"}}',
  )
})

for (const [at, time] of [
  ['2026-08-18T11:40:55.000Z', '2026-08-18T11:40:55Z'],
  ['2026-08-18T11:40:55.500Z', '2026-08-18T11:40:55.500Z'],
  ['2026-08-18T11:40:50.010Z', '2026-08-18T11:40:50.010Z'],
] as const) {
  rule('events §3.1', `a time has three digits of a fraction or none: ${time}`, () => {
    expect(JSON.parse(brokerEvent({ ...event, at: Date.parse(at) }, base).text).time).toBe(time)
  })
}

rule('events §4.4', 'a validation event has four attributes', () => {
  expect(JSON.stringify(validationEvent('5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11', 1234, base))).toBe(
    '{"specversion":"1.0","id":"5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11",' +
      '"source":"https://platform.tt02.altinn.no/events/api/v1/subscriptions/1234","type":"platform.events.validatesubscription"}',
  )
})

rule('events §6', 'a polled event has specversion first, data last, and all others by the length of their names, then by name', () => {
  expect(polledEvent(brokerEvent(event, base))).toBe(
    '{"specversion":"1.0","id":"034bcff3-e05d-50a0-86c6-8d8d111c98ad","time":"2026-08-18T11:40:55.219Z","type":"no.altinn.broker.published",' +
      '"source":"https://platform.tt02.altinn.no/broker/api/v1/filetransfer","subject":"urn:altinn:organization:identifier-no:313456789",' +
      '"resource":"urn:altinn:resource:acme-broker","datacontenttype":"application/json",' +
      '"resourceinstance":"7d3f0c7e-2b41-4a8e-9f55-0f6c1f1a9b10","data":{"Role":"Recipient"}}',
  )
})

rule('events §6', 'a polled event has its time in UTC, and its data as the database gives it back', () => {
  const data = '{"bb":1.50,"a":{"zz":-0,"y":1e2,"x":"+<>&\'`æ\\"\\\\","y":12.5e-1},"æ":[]}'
  const text = `{"specversion":"1.0","time":"2026-08-18T13:40:55.1234567+02:00","id":"1","data":${data},"datacontenttype":"application/json"}`

  expect(polledEvent({ text })).toBe(
    '{"specversion":"1.0","id":"1","time":"2026-08-18T11:40:55.1234567Z","datacontenttype":"application/json",' +
      '"data":{"a":{"x":"\\u002B\\u003C\\u003E\\u0026\\u0027\\u0060\\u00E6\\u0022\\\\","y":1.25,"zz":0},"bb":1.50,"\\u00E6":[]}}',
  )
})

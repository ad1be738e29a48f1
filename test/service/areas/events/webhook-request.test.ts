import { webhookRequest } from '../../../../src/service/areas/events/records/deliveries.ts'
import { expect, rule } from '../../../support/rule.ts'

const event = '{"specversion":"1.0","id":"034bcff3-e05d-50a0-86c6-8d8d111c98ad"}'

rule('events §5.1', 'an event is posted as JSON to the endpoint', () => {
  expect(webhookRequest('https://hooks.example.org/', event, 'trace')).toMatchObject({
    method: 'POST',
    url: 'https://hooks.example.org/',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: event,
  })
})

rule('events §5.1', 'Slack gets the event as a text', () => {
  const { body } = webhookRequest('https://hooks.slack.com/services/T0/B0', event, 'trace')

  expect(JSON.parse(body)).toEqual({ text: event })
})

/** The webhook of a real Pact Broker starts a verification. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { askBroker, standinWithBroker, withBroker } from '../support/broker-loop.ts'
import { otherServer } from '../support/listen.ts'
import { manifestPact, pactsIn } from '../support/pacts.ts'

withBroker('a changed contract is verified when the webhook of the broker comes', async () => {
  const publish = (version: string, description: string) =>
    standinWithBroker(
      `publish ${pactsIn({ 'app.json': manifestPact('app', 'hooked-orders', description) })} --app-version ${version} --branch main`,
    )
  await publish('1.0.0', 'a manifest')
  await standinWithBroker('verify --provider hooked-orders --selector mainBranch --publish-results --app-version 2.0.0 --branch main')
  await standinWithBroker('record-deployment --pacticipant hooked-orders --app-version 2.0.0 --environment production')
  const receiver = await otherServer((request, response) => {
    void text(request).then((body) => {
      const { pact, version, branch } = JSON.parse(body) as Record<'pact' | 'version' | 'branch', string>
      response.end()
      return standinWithBroker(`verify ${pact} --publish-results --app-version ${version} --branch ${branch}`)
    })
  })
  await askBroker('PUT', `/webhooks/${randomUUID()}`, {
    description: 'Verify hooked-orders',
    provider: { name: 'hooked-orders' },
    events: [{ name: 'contract_requiring_verification_published' }],
    request: {
      method: 'POST',
      url: receiver,
      headers: { 'Content-Type': 'application/json' },
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the broker fills them
      body: {
        pact: '${pactbroker.pactUrl}',
        version: '${pactbroker.providerVersionNumber}',
        branch: '${pactbroker.providerVersionBranch}',
      },
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the broker fills them
    },
  })

  await publish('1.1.0', 'a manifest that nobody verified')
  const asked = await standinWithBroker('can-i-deploy --pacticipant app --app-version 1.1.0 --to-environment production --wait 30s')

  expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^Yes\./) })
})

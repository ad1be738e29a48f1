/** A consumer in another language: examples/ruby-consumer writes its contract with the gem pact. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { rubyConsumer } from '../../tools/broker-gems.ts'
import { bundle, standinWithBroker, withBroker } from '../support/broker-loop.ts'
import { folderWith } from '../support/folder.ts'
import { served } from '../support/pacts.ts'

/** The commands of its README, without those of Ruby. */
const commands = [...readFileSync(join(rubyConsumer, 'README.md'), 'utf8').matchAll(/^ {4}npx standin (.*)$/gm)].map(
  ([, line = '']) => line,
)

withBroker('the contract of a consumer in Ruby is published and kept, and the consumer may be deployed', async () => {
  const folder = folderWith()
  expect(await bundle({ PACT_DIR: folder }, 'rspec')).toEqual({ code: 0, out: expect.stringContaining('2 examples, 0 failures') })

  const said: string[] = []
  for (const command of commands) {
    const { code, out, err } = await standinWithBroker(command.replace('pacts/', `${folder}/`))
    expect([command, code, err]).toEqual([command, 0, ''])
    said.push(out)
  }

  const kept = expect.stringContaining('2 of 2 interactions passed in the spec dialect.')
  expect(said).toEqual([kept, expect.any(String), kept, expect.any(String), expect.stringMatching(/^Yes\./)])
})

withBroker('the verifier of Ruby verifies the same contract with the token that it is given', async () => {
  const PACT_DIR = folderWith()
  await bundle({ PACT_DIR }, 'rspec')
  const base = `${(await served()).url}/worlds/ruby`
  const caller = 'env=tt02&org=ttd&orgNo=991825827&scopes=altinn:serviceowner/notifications.create'
  const token = await (await fetch(`${base}/api/GetEnterpriseToken?${caller}`)).text()
  const places = ['--provider-base-url', base, '--provider-states-setup-url', `${base}/_standin/provider-states`]
  const header = ['--custom-provider-header', `Authorization: Bearer ${token}`]
  const verify = (env: Readonly<Record<string, string>>) =>
    bundle(env, 'pact-provider-verifier', join(PACT_DIR, 'ruby-orders-notifications.json'), ...places, ...header)

  expect(await verify({ PACT_DESCRIPTION: 'an order by email' })).toEqual({
    code: 0,
    out: expect.stringContaining('1 interaction, 0 failures'),
  })
  // One token cannot be that of both callers.
  expect(await verify({})).toEqual({ code: 1, out: expect.stringContaining('2 interactions, 1 failure') })
})

/** A real implementation in the loop: its results stand beside those of the simulator, and Ruby's verifier reaches it too. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { askBroker, bundle, standinWithBroker, withBroker } from '../support/broker-loop.ts'
import { command } from '../support/command-line.ts'
import { environmentOf } from '../support/environment.ts'
import { folderWith } from '../support/folder.ts'
import { manifestPact, pactsIn } from '../support/pacts.ts'

interface Matrix {
  readonly matrix: readonly {
    readonly provider: { readonly version: { readonly number: string; readonly branch?: string } }
    readonly verificationResult: { readonly success: boolean }
  }[]
}

withBroker('the simulator and the real implementation stand in one matrix, and the real one says where it runs', async () => {
  const { folder } = await environmentOf()
  const pacts = pactsIn({ 'portal.json': manifestPact('portal', 'manifests') })
  await standinWithBroker(`publish ${pacts} --app-version 1 --branch main`)
  const verifying = 'verify --provider manifests --selector mainBranch --publish-results'
  expect(await standinWithBroker(`${verifying} --app-version simulator-1 --branch simulator`)).toMatchObject({ code: 0, err: '' })
  const real = `${verifying} --environment real.yaml --provider-app-version real-1 --provider-branch real`
  expect(await standinWithBroker(real, folder)).toMatchObject({ code: 0, err: '' })
  expect((await standinWithBroker('record-deployment --pacticipant manifests --app-version real-1 --environment production')).code).toBe(0)

  const asked = 'q[][pacticipant]=portal&q[][pacticipant]=manifests&latestby=cvpv'
  const { matrix } = (await askBroker('GET', `/matrix?${asked}`)) as Matrix
  const rows = matrix.map(({ provider, verificationResult }) => [provider.version.number, verificationResult.success])
  expect(rows.sort(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ['real-1', true],
    ['simulator-1', true],
  ])
  const allowed = await standinWithBroker('can-i-deploy --pacticipant portal --app-version 1 --to-environment production')
  expect(allowed).toMatchObject({ code: 0, out: expect.stringMatching(/portal +1 +manifests +real-1 +yes/) })
})

withBroker('the verifier of Ruby verifies a real implementation through the state server', async () => {
  const PACT_DIR = folderWith()
  await bundle({ PACT_DIR }, 'rspec')
  const { folder } = await environmentOf()
  const server = spawn(process.execPath, [command, 'states', 'serve', '--environment', 'real.yaml', '--port', '0', '--json'], {
    cwd: folder,
  })
  onTestFinished(() => void server.kill())
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  // The contract is of version 2, which names no token of a state.
  const body = JSON.stringify({ state: 'a caller may order notifications', action: 'setup' })
  const { token } = (await (await fetch(`${url}/states`, { method: 'POST', body })).json()) as { token: string }
  const places = ['--provider-base-url', url, '--provider-states-setup-url', `${url}/states`]
  const header = ['--custom-provider-header', `Authorization: Bearer ${token}`]
  const file = join(PACT_DIR, 'ruby-orders-notifications.json')

  expect(await bundle({ PACT_DESCRIPTION: 'an order by email' }, 'pact-provider-verifier', file, ...places, ...header)).toEqual({
    code: 0,
    out: expect.stringContaining('1 interaction, 0 failures'),
  })
})

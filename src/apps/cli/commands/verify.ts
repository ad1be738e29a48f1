/** `standin verify`: verifies contracts, from files or from a Pact Broker. */

import { resolve } from 'node:path'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { ContractsVerification } from '../../contracts/verify-contracts.ts'
import { tokenBy, tokenCommandHelp } from '../contracts/token-command.ts'
import {
  demandReportPlaces,
  environmentOption,
  failOnOption,
  readSelectors,
  stateTimeout,
  storeReports,
  webhookOptions,
  webhooksFrom,
} from '../contracts/verify-options.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import { address, bare, inGroup, many, often, optional, optionalWord, someText } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { adminToken, json } from '../frame/remote.ts'
import { stopSignal } from '../frame/stop-signal.ts'
import { dialectOption } from '../serving/start-options.ts'
import { asFailure, brokerFrom, brokerOptions, buildFrom, buildOptions, tagOption } from './broker.ts'

/** True if the real implementation broke an interaction, or if an interaction could not be tested. Pending ones do not count. */
const broken = ({ interactions }: ContractsVerification) =>
  interactions.some(({ fault, pending }) => (fault === 'provider' || fault === 'environment') && !pending)

export const verify = defineCommand({
  name: 'verify',
  needsPackage: true,
  summary: 'Verify contracts (Pact), from files or from a Pact Broker; exit code 1 if one is broken',
  options: {
    pacts: many(
      optionalWord(
        optional('Files, folders, and URLs of pacts in a broker. Default: the pacts folder, unless there is a --selector', someText),
      ),
    ),
    provider: often(optional('Only pacts with this provider; required with --selector', someText)),
    selector: often({
      ...optional(
        'Pacts in a broker: mainBranch, deployedOrReleased, branch=<name>, environment=<name>, consumer=<name> or JSON; can be repeated',
        readSelectors,
      ),
      many: true,
    }),
    providerBaseUrl: often(
      optional(
        'A running Standin to verify, in a separate world, or another implementation (with --token-command)',
        address,
        'a new server with a frozen clock',
      ),
    ),
    dialect: often({ ...dialectOption, fallback: undefined, shown: "spec, or the running Standin's dialect" }),
    environment: often(environmentOption),
    publishResults: often({
      ...bare('Publish the results to the broker for your provider version'),
      also: ['publishVerificationResults'],
    }),
    junit: often(optional('Write a JUnit report to this file', someText)),
    report: often(optional('Write a JSON report to this file', someText)),
    json: often(json),
    ...inGroup('A running Standin', { adminToken }),
    ...inGroup('A real implementation', {
      tokenCommand: optional(`Verify another implementation: ${tokenCommandHelp}`, someText),
      ...webhookOptions,
      baseline: optional('An earlier report on this environment (--report), to detect what has broken since', someText),
      failOn: failOnOption,
      stateTimeout,
    }),
    ...inGroup('The Pact Broker', {
      ...brokerOptions,
      enablePending: bare('Allow a new pact to fail until the provider has fulfilled it once'),
      includeWipSince: {
        ...optional('Also verify unselected pacts that are new since this day, such as 2026-06-01', someText),
        also: ['includeWipPactsSince'],
      },
    }),
    ...inGroup('Publishing the results', {
      ...buildOptions,
      appVersion: { ...buildOptions.appVersion, also: ['providerAppVersion'] },
      branch: { ...buildOptions.branch, also: ['providerVersionBranch', 'providerBranch'] },
      tag: { ...tagOption, also: ['providerVersionTag'] },
    }),
  },
  examples: [
    ['standin verify', 'Verify the pacts folder against a new Standin'],
    [
      'standin verify --environment real.yaml --report out/real.json',
      'Verify a real implementation, and report whose fault each failure is',
    ],
    ['standin verify pacts --dialect live --junit out/pacts.xml', "In the live services' dialect, with a report for CI"],
    [
      'standin verify --provider file-transfer --selector mainBranch --selector deployedOrReleased --publish-results',
      'Verify contracts in a broker',
    ],
  ],
  async run({ values, io }) {
    const { isAddress, verifyContracts } = await import('../../contracts/verify-contracts.ts')
    const { provider, selector: selectors, dialect, adminToken: token, providerBaseUrl: url, tokenCommand, stateTimeout } = values
    if (values.environment !== undefined && (url !== undefined || tokenCommand !== undefined))
      throw new Misuse('--environment already specifies addresses and tokens: remove --provider-base-url and --token-command.')
    if (values.environment === undefined && (values.webhookAddress !== undefined || values.baseline !== undefined))
      throw new Misuse('--webhook-address and --baseline need --environment.')
    if (tokenCommand !== undefined && url === undefined) throw new Misuse('--token-command needs --provider-base-url.')
    const places = values.pacts?.split('\n') ?? (selectors ? [] : ['pacts'])
    const pacts = places.map((pact) => (isAddress(pact) ? pact : resolve(io.folder, pact)))
    demandReportPlaces(values, pacts, io.folder)
    const usesBroker = selectors !== undefined || places.some(isAddress)
    if (values.publishResults && !usesBroker)
      throw new Misuse("--publish-results needs pacts from a broker: use --selector or a pact's URL.")
    // Selectors might need the branch but not the version.
    const build = usesBroker
      ? await buildFrom(values.publishResults ? values : { ...values, appVersion: values.appVersion ?? 'none' }, io)
      : undefined
    const { readEnvironment } = await import('../../../real/environment-file.ts')
    const { readReport, report } = await import('../../contracts/report.ts')
    const environment = values.environment === undefined ? undefined : await readEnvironment(resolve(io.folder, values.environment))
    const baseline = values.baseline === undefined ? undefined : readReport(resolve(io.folder, values.baseline))
    const does = 'Verifying'
    // On Ctrl+C, tears down states on a real implementation and removes temporary files.
    const stop = stopSignal()
    let isStopped = false
    void stop.first.then(() => (isStopped = true))
    const contracts = {
      environment,
      baseline,
      webhooks: webhooksFrom(values),
      pacts,
      provider,
      selectors,
      url,
      dialect,
      adminToken: token,
      stateTimeout,
      stopped: stop.first,
      token: tokenCommand === undefined ? undefined : tokenBy(tokenCommand, io.folder),
      branch: build?.branch,
      pending: values.enablePending,
      workInProgressSince: values.includeWipSince,
      broker: usesBroker ? brokerFrom(values) : undefined,
      publish: values.publishResults && build ? { ...build, tags: values.tag?.split('\n') } : undefined,
    }
    const verification = await withProgress(io, { does }, ({ tell }) =>
      verifyContracts({ ...contracts, progress: (done, of) => tell({ does, done, of, unit: 'provider states' }) }),
    )
      .catch((thrown: unknown) => {
        if (isStopped) stop.leaveSoon()
        return asFailure(thrown)
      })
      .finally(stop.end)
    await storeReports(io, values, verification)
    const results = verification.published.map((one) => `Published the result: ${one}`)
    print(io, values, verification, () => [...report(verification).split('\n'), ...results])
    return verification.ok || (values.failOn === 'provider' && !broken(verification)) ? 0 : 1
  },
})

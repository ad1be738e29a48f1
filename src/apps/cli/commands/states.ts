/** `standin states`: lists provider states without a server. `standin states serve`: sets them up on another implementation. */
import { resolve } from 'node:path'
import { Misuse } from '../../../service/wire/misuse.ts'
import { environmentOption, stateTimeout, webhookOptions, webhooksFrom } from '../contracts/verify-options.ts'
import { commandGroup, defineCommand, Failure, messageOf, unable } from '../frame/command.ts'
import { bare, option, someText, wholeNumber } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { json } from '../frame/remote.ts'
import { stopSignal } from '../frame/stop-signal.ts'
import { dialectOption } from '../serving/start-options.ts'
import { asFailure } from './broker.ts'

const list = defineCommand({
  name: 'list',
  byDefault: true,
  summary: 'List the provider states for contracts, without a server',
  options: { mapping: bare('Print a template for --environment, with all settings'), json },
  examples: [
    ['standin states --json', "Include each parameter's JSON Schema"],
    ['standin states --mapping > real.yaml', 'Prepare to verify a real implementation'],
  ],
  async run({ values, io }) {
    if (values.mapping) {
      const { template } = await import('../contracts/environment-template.ts')
      io.stdout.say(template().trimEnd().split('\n'))
      return
    }
    const { createSimulator } = await import('../../../hosts/on-node.ts')
    const simulator = createSimulator()
    const list = await simulator.givens.list()
    simulator.close()
    print(io, values, list, () => list.providerStates.flatMap(inWords))
  },
})

const port = wholeNumber(0, 65_535)

const serve = defineCommand({
  name: 'serve',
  needsPackage: true,
  summary: 'Set up provider states on a real implementation, for any Pact verifier',
  options: {
    environment: environmentOption,
    port: { ...option('The port for calls, states and messages; 0 for any free port', port, 4400) },
    host: option("The address to listen on. Anyone who can reach it can use the environment's tokens", someText, '127.0.0.1'),
    dialect: { ...dialectOption, fallback: undefined, shown: "the file's dialect, or spec" },
    stateTimeout,
    ...webhookOptions,
    json,
  },
  examples: [
    [
      'standin states serve --environment real.yaml --port 4400',
      'Then: pact-verifier --hostname 127.0.0.1 --port 4400 --state-change-url http://127.0.0.1:4400/states --state-change-teardown …',
    ],
  ],
  async run({ values, io }) {
    const { environment: file, stateTimeout, dialect, port, host } = values
    if (file === undefined) throw new Misuse('Use --environment <file>. "standin states --mapping" prints a template.')
    const { readEnvironment } = await import('../../../real/environment-file.ts')
    const { openEnvironment } = await import('../../contracts/open-environment.ts')
    const environment = await readEnvironment(resolve(io.folder, file))
    const webhooks = webhooksFrom(values)
    const signal = stopSignal()
    const opened = await openEnvironment(environment, { dialect, port, host, webhooks, stateTimeout, whole: false })
      .catch(asFailure)
      .catch((thrown: unknown) => {
        throw unable(thrown, { port, host })
      })
    const { url } = opened
    print(
      io,
      values,
      { url, states: `${url}/states`, messages: webhooks ? `${url}/messages` : null, environment: environment.name },
      () => [
        `${url} forwards contracts' calls to ${environment.name}.`,
        `  states    ${url}/states`,
        `  messages  ${webhooks ? `${url}/messages` : 'none: set --webhook-address to receive events'}`,
        '',
        'Ctrl+C stops it, and tears down the active states.',
      ],
    )
    await signal.first
    await opened
      .close()
      .catch((thrown: unknown) => {
        throw new Failure(`Not every state was torn down. ${messageOf(thrown)}`)
      })
      .finally(signal.leaveSoon)
  },
})

export const states = commandGroup(['states'], 'List the provider states for contracts, or set them up on a real implementation', [
  list,
  serve,
])

function inWords({
  state,
  params,
  values,
}: {
  readonly state: string
  readonly params: object
  readonly values: readonly string[]
}): string[] {
  const parameters = Object.entries(params as Readonly<Record<string, Schema>>).map(([name, schema]) => `    ${name}${formOf(schema)}`)
  return [
    state,
    ...(parameters.length > 0 ? ['  takes', ...parameters] : []),
    ...(values.length > 0 ? [`  gives ${values.join(', ')}`] : []),
    '',
  ]
}

interface Schema {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
}

function formOf({ type, enum: choices, default: fallback, description }: Schema): string {
  const form = choices ? choices.join(' | ') : typeof type === 'string' ? type : ''
  return [
    ...(form ? [`: ${form}`] : []),
    ...(fallback === undefined ? [] : [` = ${JSON.stringify(fallback)}`]),
    ...(description ? [`  (${description})`] : []),
  ].join('')
}

/** `standin states`: the provider states that contracts can name, without a server. */
import { defineCommand } from './command.ts'
import { print } from './print.ts'
import { json } from './remote.ts'

export const states = defineCommand({
  name: 'states',
  summary: 'List the provider states that contracts can name, without a server',
  options: { json },
  examples: [['standin states --json', 'Also with the JSON Schema of each parameter']],
  async run({ values, io }) {
    const { createSimulator } = await import('../index.ts')
    const simulator = createSimulator()
    const list = await simulator.givens.list()
    simulator.close()
    print(io, values, list, () => list.providerStates.flatMap(inWords))
    return 0
  },
})

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

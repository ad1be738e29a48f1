/** The control row that runs a scenario's proof. */
import { z } from 'zod'
import { scenarioDocument } from '../../service/failures/read-scenario.ts'
import { anyName } from '../../service/wire/misuse.ts'
import { json, reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'
import { scenarioProofReply } from '../scenarios/rows.ts'

/** A document, or just the name of an existing scenario. Not validated here, because the scenario reader explains errors better. */
const proofRequest = z.looseObject({ name: z.string() }).meta({
  documentedAs: z.strictObject({
    name: z.string().describe("An existing scenario's name, or the document's name."),
    ...z.strictObject(scenarioDocument().shape).partial().shape,
  }),
})

const proveScenario = defineControl('control.proveScenario', 'POST /_standin/scenarios/prove', {
  world: 'made',
  recorded: false,
  summary: "Run a scenario's proof in a temporary world. Pass an existing scenario's name, or a document, which is not stored",
  request: { body: json(proofRequest) },
  replies: { 200: reply.json(scenarioProofReply) },
  example: { body: { name: 'outage-register' } },

  async handle({ body: { name, ...given } }, { simulator, knobs, call, frontDoor, reply: answer }) {
    const { dryRun } = await import('./dry-run.ts')
    const known = Object.keys(given).length === 0 ? await knobs.scenarios.find(anyName(name)) : undefined
    const { dialect } = knobs.dialect.show()
    const isBuiltIn = known?.source === 'built-in'
    return answer(200, await dryRun(simulator, name, known?.document ?? given, { dialect, isBuiltIn, frontDoor, signal: call.signal }))
  },
})

export const scenarioProofsRows = [proveScenario] as const

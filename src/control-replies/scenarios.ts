/** The replies about scenarios and their rules. */
import { z } from 'zod'
import { anyNameSchema } from '../wire/any-name-schema.ts'
import { dialectNames } from '../wire/dialect.ts'
import { pageReply } from './page.ts'

/** `explained` says each effect of each rule in a sentence. */
export const rulesReply = z.object({
  rules: z.array(z.record(z.string(), z.unknown())).describe('Which calls and jobs meet which effects.'),
  explained: z.array(z.array(z.string())).describe('For each rule, its effects in sentences.'),
})

export const effectReply = z.object({
  effect: z.string().describe('The name of the effect.'),
  options: z.unknown().describe('The options of the effect.'),
  explained: z.string().describe('The effect in a sentence.'),
})

/** `until`: null when the scenario stays on until it is switched off. */
export const scenarioStatusReply = z.object({
  name: anyNameSchema.describe('The name of the scenario.'),
  summary: z.string().describe('What goes wrong, in one sentence.'),
  breaks: z.string().describe('What it breaks: the chapter under which the documentation lists it.'),
  source: z.enum(['built-in', 'folder', 'defined']).describe('Where it comes from: built-in, a folder, or defined for one world.'),
  active: z.boolean().describe('Whether it is switched on.'),
  until: z.iso.datetime().nullable().describe('When it ends by itself.'),
})

export type ScenarioStatus = z.output<typeof scenarioStatusReply>

export const scenariosReply = z.object({ scenarios: z.array(scenarioStatusReply).describe('The scenarios.'), ...pageReply })

/** `explained` says each effect of each rule in a sentence. */
export const scenarioReply = z.object({
  ...scenarioStatusReply.shape,
  description: z.string().nullable().describe('The details.'),
  guidance: z.string().nullable().describe('What a client should do.'),
  ...rulesReply.shape,
  counted: z.array(z.int()).describe('How many calls and jobs each rule has covered since the scenario was switched on.'),
  document: z.record(z.string(), z.unknown()).describe('The scenario as in its file, with its proof where Standin has read one.'),
})

export const scenarioCheckReply = z.object({
  mistakes: z
    .array(z.string())
    .describe('Each mistake with its place in the document, and the valid choices. Empty: the document is good.'),
})

export const provenStepReply = z.object({
  step: z.int().describe('The number of the step, from 1.'),
  does: z.string().describe('What the step does, such as `call notifications.createOrder`.'),
  expected: z.string().describe('What the step expects, as in its document. Empty: nothing.'),
  got: z.string().describe('What it got: status and body of a reply, shortened.'),
  result: z.enum(['passed', 'failed', 'not reached']).describe('How the step ended.'),
  wrong: z.array(z.string()).describe('Each difference between what is expected and what it got. Empty when the step passed.'),
})

export type ProvenStep = z.output<typeof provenStepReply>

export const scenarioProofReply = z.object({
  name: z.string().describe('The name of the scenario.'),
  dialect: z.enum(dialectNames).describe('The dialect of the world in which the proof ran. Those of built-in scenarios run in `spec`.'),
  passed: z.boolean().describe('Whether every step passed.'),
  problem: z.string().nullable().describe('Why the proof ended before its last step: its starting point failed, or its time was up.'),
  ms: z.number().describe('Real milliseconds.'),
  steps: z.array(provenStepReply).describe('What each step did.'),
})

export type ScenarioProof = z.output<typeof scenarioProofReply>

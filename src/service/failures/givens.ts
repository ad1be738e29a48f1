/** The table of givens: the starting points for proofs, tests and contracts. */
import type { z } from 'zod'
import { CallFailed, type Client } from '../areas/client.ts'
import { Misuse, unknownName } from '../wire/misuse.ts'
import { messageOf, saidOf } from '../wire/read-as.ts'
import { dependencyGivens } from './givens/dependencies.ts'
import { fileTransferGivens } from './givens/file-transfer.ts'
import { callerGivens, type Given, type GivenKnobs, type GivenValues } from './givens/given.ts'
import { notificationGivens } from './givens/notifications.ts'

export { demandStatus, type Given, type GivenKnobs, type GivenValues, orderCallers, transferCallers, transferRole } from './givens/given.ts'

const table = [...callerGivens, ...dependencyGivens, ...notificationGivens, ...fileTransferGivens] as const

export type GivenSentence = (typeof table)[number]['sentence']
/** A given's parameters. All have defaults. */
export type GivenParams<Sentence extends GivenSentence> = z.input<Extract<(typeof table)[number], { sentence: Sentence }>['params']>

export const givens = table as unknown as readonly Given[]

/**
 * Arranges the state that a sentence describes. Without `knobs`, makes only calls that callers can make. Throws {@link Misuse} if the
 * sentence or a parameter is unknown, or if the service refuses a call.
 */
export async function arrange(
  client: Client,
  sentence: string,
  params: Readonly<Record<string, unknown>> = {},
  knobs?: GivenKnobs,
): Promise<GivenValues> {
  const given = demandGiven(sentence)
  const read = given.params.strict().safeParse(params, { error: messageOf })
  if (!read.success) {
    const mistakes = read.error.issues.map(saidOf)
    throw new Misuse(`Given "${sentence}": ${mistakes.join('; ')}.`, Object.keys(given.params.shape))
  }
  if (given.usesKnobs && !knobs) throw new Misuse(`Given "${sentence}" cannot be arranged through calls. It needs a simulator.`)
  try {
    return await given.arrange(client, read.data, knobs as GivenKnobs)
  } catch (thrown) {
    if (thrown instanceof CallFailed) throw new Misuse(`Given "${sentence}" cannot be set up here. ${thrown.message}`, undefined, 409)
    throw thrown
  }
}

export function demandGiven(sentence: string): Given {
  const given = givens.find((known) => known.sentence === sentence)
  if (given) return given
  const sentences = givens.map((known) => known.sentence)
  throw unknownName(`Unknown given: ${JSON.stringify(sentence.slice(0, 100))}.`, sentence, sentences)
}

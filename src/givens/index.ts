/** The table of givens: every starting point that proofs, tests and contracts name. */
import type { Client } from '../client.ts'
import { Misuse } from '../misuse.ts'
import { downloadedFileTransferExists, fileTransferIsInitialized, publishedFileTransferExists } from './file-transfer.ts'
import type { Given, GivenValues } from './given.ts'
import {
  instantEmailIsSent,
  instantSmsIsSent,
  notificationIsCancelled,
  notificationIsDelivered,
  notificationIsOrdered,
  notificationIsOrderedForLater,
} from './notifications.ts'

export const givens = [
  notificationIsOrdered,
  notificationIsOrderedForLater,
  notificationIsDelivered,
  notificationIsCancelled,
  instantSmsIsSent,
  instantEmailIsSent,
  fileTransferIsInitialized,
  publishedFileTransferExists,
  downloadedFileTransferExists,
] as unknown as readonly Given[]

/** Arranges what a sentence says; throws {@link Misuse} for one that nobody defined. */
export async function arrange(client: Client, sentence: string, params: Readonly<Record<string, unknown>> = {}): Promise<GivenValues> {
  const given = givens.find((known) => known.sentence === sentence)
  if (!given)
    throw new Misuse(
      `There is no given ${JSON.stringify(sentence)}.`,
      givens.map((known) => known.sentence),
    )
  const read = given.params.strict().safeParse(params)
  if (!read.success) {
    const mistakes = read.error.issues.map(({ path, message }) => [...path, message].join(' '))
    throw new Misuse(`Given "${sentence}": ${mistakes.join('; ')}.`, Object.keys(given.params.shape))
  }
  return given.arrange(client, read.data)
}

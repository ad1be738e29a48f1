/** Refusals for unknown file transfer ids. */
import { recipient, unknownId } from '../file-transfers.ts'
import { type Refusal, seen } from '../refusals.ts'
import type { Recipient } from './client.ts'

type Refused = Refusal<Recipient>

/** `asked` is called twice: with an unknown GUID, and with a string that is not a GUID. */
export const unknownTransfers = (
  receiving: string,
  asked: (place: string, known: string) => Pick<Refused, 'request' | 'call'>,
): readonly Refused[] => [
  { ...seen.noTransfer, ...asked(unknownId, unknownId), receiving: `${receiving} that does not exist`, given: [recipient] },
  {
    ...asked('batch-0042', 'batch-0042'),
    receiving: `${receiving} by an id that is not a GUID`,
    given: [recipient],
    status: 400,
    fields: ['fileTransferId'],
  },
]

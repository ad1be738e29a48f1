/** A file transfer, and the states that it goes through. */
import type { ControlReply } from '../../../control/rows/client.ts'
import type { RecordOf } from '../../../control/rows/records.ts'
import type { Tone } from '../../components/badge.tsx'

export type Transfer = RecordOf<'fileTransfers'>
export type FullTransfer = ControlReply<'control.showFileTransfer'>
export type State = Transfer['status']

/** Which states follow which. A test holds them against those of the service. */
export const moves: Readonly<Record<State, readonly State[]>> = {
  Initialized: ['UploadStarted', 'Purged'],
  UploadStarted: ['UploadStarted', 'UploadProcessing', 'Published', 'Failed', 'Purged'],
  UploadProcessing: ['Published', 'Failed', 'Purged'],
  Published: ['AllConfirmedDownloaded', 'Failed', 'Purged'],
  Cancelled: ['Purged'],
  AllConfirmedDownloaded: ['Failed', 'Purged'],
  Purged: [],
  Failed: ['Purged'],
}

const tones: Readonly<Record<State, Tone>> = {
  Initialized: 'plain',
  UploadStarted: 'info',
  UploadProcessing: 'warn',
  Published: 'good',
  Cancelled: 'plain',
  AllConfirmedDownloaded: 'good',
  Purged: 'plain',
  Failed: 'bad',
}

export const toneOf = (state: State): Tone => tones[state]

/** `0192:370916446` and `urn:altinn:organization:identifier-no:370916446` name the same organization. */
export const numberOf = (party: string): string => party.slice(party.lastIndexOf(':') + 1)

/** The resumable upload area's wire format: headers and refusals for the tus protocol. Source: file-transfer §8. */

import type { RefusalForm, RefusalValues } from '../../wire/refusal.ts'
import { type Area, emptyBody, noSniff, usualArea } from '../../wire/vocabulary.ts'
import { brokerFailure, fileTransfer } from '../file-transfer/wire.ts'

const refusal = <Status extends number>(status: Status, title: string, detail: string) => ({ status, type: 'about:blank', title, detail })
const badRequest = (detail: string) => refusal(400, 'Bad Request', detail)

const refusals = {
  'not-resumable': refusal(404, 'Not Found', 'The header Tus-Resumable is missing.'),
  'no-such-upload': refusal(404, 'Not Found', 'There is no such upload.'),
  /** The path contains no file transfer id, or the id is not a GUID. */
  'transfer-id-missing': refusal(404, 'Not Found', 'Missing file transfer id'),
  'protocol-version': {
    ...refusal(412, 'Precondition Failed', 'Tus version <version> is not supported. Supported versions: 1.0.0'),
    headers: { 'tus-version': '1.0.0' },
  },
  'upload-header-missing': badRequest('Missing <header> header'),
  'upload-header-unreadable': badRequest('Could not parse <header> header'),
  'upload-length-unreadable': badRequest('Could not parse Upload-Length'),
  'upload-lengths-exclusive': badRequest(
    'Headers Upload-Length and Upload-Defer-Length are mutually exclusive and cannot be used in the same request',
  ),
  'upload-metadata-invalid': badRequest('Header Upload-Metadata: <problem>'),
  'upload-checksum-unsupported': badRequest('Unsupported checksum algorithm. Supported algorithms are: md5'),
  'upload-header-negative': badRequest('Header <header> must be a positive number'),
  'upload-length-set': badRequest('Upload-Length cannot be updated once set'),
  'upload-length-deferred': badRequest('Header Upload-Defer-Length is not supported'),
  'upload-concat-invalid': badRequest(
    'Header Upload-Concat: Header is invalid. Valid values are "partial" and "final" followed by a list of file urls to concatenate',
  ),
  'upload-parts-unknown': badRequest('Could not find some of the files supplied for concatenation: <parts>'),
  'upload-parts-unfinished': badRequest(
    'Some of the files supplied for concatenation are not finished and can not be concatenated: <parts>',
  ),
  'upload-final': refusal(403, 'Forbidden', 'File with "Upload-Concat: final" cannot be patched'),
  'upload-overrun': refusal(413, 'Content Too Large', "Request contains more data than the file's upload length"),
  /** The service fails when it reads a terminated upload's bytes. */
  'upload-given-up': brokerFailure,
  'upload-offset-wrong': refusal(409, 'Conflict', 'Offset does not match file. File offset: <offset>. Request offset: <requested>'),
  'upload-type-wrong': refusal(415, 'Unsupported Media Type', 'Content-Type <type> is invalid. Must be application/offset+octet-stream'),
  'upload-locked': refusal(423, 'Locked', 'File is currently being updated. Please try again later'),
  'upload-checksum-wrong': refusal(460, 'Checksum Mismatch', 'Header Upload-Checksum does not match the checksum of the file'),
} as const satisfies Record<string, RefusalForm>

/** Example detail values, used when there is no request. */
export const resumableSamples: Partial<Record<keyof typeof refusals, RefusalValues>> = {
  'protocol-version': { version: '0.2.2' },
  'upload-header-missing': { header: 'Upload-Offset' },
  'upload-header-unreadable': { header: 'Upload-Offset' },
  'upload-header-negative': { header: 'Upload-Offset' },
  'upload-parts-unknown': { parts: '/' },
  'upload-parts-unfinished': { parts: '/' },
  'upload-metadata-invalid': { problem: 'Key must not be empty' },
  'upload-offset-wrong': { offset: 0, requested: 1 },
  'upload-type-wrong': { type: 'application/octet-stream' },
}

const beforeProtocol = { headers: { 'tus-resumable': null } } as const

export const resumableUpload = {
  ...usualArea,
  headers: { ...noSniff, 'tus-resumable': '1.0.0' },
  refusalBody: 'text',
  refusals,
  refusalForms: {
    // Replies contain protocol headers only once the caller's access to the file is confirmed.
    unauthenticated: { ...emptyBody, headers: { ...beforeProtocol.headers, 'www-authenticate': ['<challenge>', '<challenge>'] } },
    forbidden: { ...emptyBody, ...beforeProtocol },
    'BRO-00001': beforeProtocol,
    'BRO-00006': { status: 401, ...beforeProtocol },
    'BRO-00004': beforeProtocol,
    'BRO-00005': beforeProtocol,
    'BRO-00002': beforeProtocol,
    'BRO-00021': beforeProtocol,
    'not-resumable': { ...emptyBody, ...beforeProtocol },
    'transfer-id-missing': beforeProtocol,
    'no-such-upload': emptyBody,
    unreachable: { ...fileTransfer.refusals['BRO-00021'], ...beforeProtocol },
  },
  overridesMethod: true,
  methodsBehindAccess: true,
} as const satisfies Area

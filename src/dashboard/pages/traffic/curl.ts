/** Writes a call of the journal as a command of curl. */
import { gap, shWord, shWordBriefly } from '../../../quoting.ts'
import { addressOf, world } from '../../data/place.ts'
import type { FullLine } from './full-line.ts'

/** Curl writes these itself. */
const own = new Set(['host', 'content-length', 'connection', 'user-agent', 'accept', 'accept-encoding', 'transfer-encoding'])

export const curlWrites = (name: string): boolean => own.has(name)

export function curlOf({ method, path, environment, request }: FullLine): string {
  const query = request.query === '' ? '' : `?${request.query}`
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    curlWrites(name) ? [] : [value].flat().map((each) => `-H ${headerOf(name, each)}`),
  )
  const body = request.body === null || request.body === '' ? [] : [`--data-raw ${shWord([request.body])}`]
  const url = `${addressOf(world, environment)}${path ?? '/'}${query}`
  return [`curl -i -g --path-as-is -X ${shWordBriefly(method ?? 'GET')} ${shWord([url])}`, ...headers, ...body].join(' \\\n  ')
}

/** The journal keeps only the end of a token, so that a variable stands in its place. */
const headerOf = (name: string, value: string) =>
  name === 'authorization' ? shWord([gap('Authorization: Bearer $TOKEN')]) : shWord([value === '' ? `${name};` : `${name}: ${value}`])

/** Options for comparing live calls, and their parsed values. */
import { resolve } from 'node:path'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { LiveOptions } from '../../compare/live.ts'
import type { Io } from '../frame/io.ts'
import { bare, duration, option, optional, someText, type Values, wholeNumber } from '../frame/option.ts'
import { readNamed } from '../frame/whole-file.ts'

function proxyAddress(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' && url.hostname !== '') return url
  // The message omits the text, because it can contain a password.
  throw new Misuse('is not the address of an HTTP proxy, such as http://proxy.example.org:8080')
}

export const upstreamOptions = {
  upstreamCa: optional('Additional certificate authorities for the real service (.pem)', someText),
  upstreamProxy: optional('The HTTP proxy to the real service, such as http://user:password@proxy.example.org:8080', proxyAddress),
  upstreamTimeout: option('Time limit for the real service to start its reply', duration, 120_000, 'PT2M'),
  sendToAnyone: bare('Allow orders to recipients that are not in the environment file'),
  production: bare('Allow production URLs. Calls have real effects there'),
}

/** Milliseconds after Ctrl+C during which pending calls can still be compared. */
export const grace = 5_000

export const settle = option('Time after which a missing status counts as never reached', duration, 120_000)

export const lastingOptions = {
  compare: optional('Forward all calls to the real service that this file describes, and compare the replies', someText),
  ...upstreamOptions,
  settle,
}

/** Returns the server options without the comparison options. */
export function withoutComparison<V extends Values<typeof lastingOptions>>(values: V): Omit<V, keyof typeof lastingOptions> {
  const others = Object.entries(values).filter(([name]) => !(name in lastingOptions))
  return Object.fromEntries(others) as Omit<V, keyof typeof lastingOptions>
}

export const liveOptions = {
  port: option("The server's port", wholeNumber(0, 65_535), 0, 'any free port'),
  ...upstreamOptions,
  maxSpool: option(
    'Maximum size in bytes of a body to compare in full; for larger bodies, only size and SHA-256 are compared',
    wholeNumber(0),
    2 ** 28,
  ),
}

export const upstreamOf = (
  { upstreamCa: ca, upstreamProxy: proxy, upstreamTimeout: silence, sendToAnyone, production }: Values<typeof upstreamOptions>,
  io: Io,
): Pick<LiveOptions, 'ca' | 'proxy' | 'silence' | 'sendToAnyone' | 'production'> => ({
  ca: ca === undefined ? undefined : readNamed('--upstream-ca', resolve(io.folder, ca)),
  proxy,
  silence,
  sendToAnyone,
  production,
})

/** The options for a comparison with live calls, and their parsed values. */
import { resolve } from 'node:path'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { LiveOptions } from '../../compare/live.ts'
import type { Io } from '../frame/io.ts'
import { bare, duration, option, optional, someText, type Values, wholeNumber } from '../frame/option.ts'
import { readNamed } from '../frame/whole-file.ts'

function proxyAddress(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' && url.hostname !== '') return url
  // The message omits the text, because it may contain a password.
  throw new Misuse('is not the address of an HTTP proxy, such as http://proxy.example.org:8080')
}

export const upstreamOptions = {
  upstreamCa: optional('More certificate authorities of the real service (.pem)', someText),
  upstreamProxy: optional('The HTTP proxy to the real service, such as http://user:password@proxy.example.org:8080', proxyAddress),
  upstreamTimeout: { ...option('Time limit for the start of a reply of the real service', duration, 120_000), shown: 'PT2M' },
  sendToAnyone: bare('Send orders to recipients that the environment file does not name'),
  production: bare('Allow addresses of production. Calls there are real'),
}

/** Milliseconds after Ctrl+C during which pending calls are still compared. */
export const grace = 5_000

export const settle = option('Time after which a missing status counts as never reached', duration, 120_000)

/** Options for a server that compares for as long as it runs. */
export const lastingOptions = {
  compare: optional('Send all calls on to the real service that this file describes, and compare the replies', someText),
  ...upstreamOptions,
  settle,
}

/** A server's remaining options. */
export function withoutComparison<V extends Values<typeof lastingOptions>>(values: V): Omit<V, keyof typeof lastingOptions> {
  const others = Object.entries(values).filter(([name]) => !(name in lastingOptions))
  return Object.fromEntries(others) as Omit<V, keyof typeof lastingOptions>
}

export const liveOptions = {
  port: { ...option('The port of the server', wholeNumber(0, 65_535), 0), shown: 'any free one' },
  ...upstreamOptions,
  maxSpool: option(
    'Maximum bytes of bodies to store for the comparison; for larger bodies, only size and SHA-256 are compared',
    wholeNumber(0),
    2 ** 28,
  ),
}

/** The options that {@link LiveOptions} needs. */
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

/** The options of a comparison with calls that are made now, and the values that it reads of them. */
import { resolve } from 'node:path'
import type { LiveOptions } from '../../compare/live.ts'
import type { Io } from '../frame/io.ts'
import { address, bare, duration, option, optional, someText, type Values, wholeNumber } from '../frame/option.ts'
import { readNamed } from '../frame/whole-file.ts'

export const upstreamOptions = {
  upstreamCa: optional('More certificate authorities of the real service (.pem)', someText),
  upstreamProxy: optional('The HTTP proxy to the real service, such as http://proxy.example.org:8080', address),
  upstreamTimeout: { ...option('How long the real service may take to begin a reply', duration, 120_000), shown: 'PT2M' },
  sendToAnyone: bare('Send orders to recipients that the environment file does not name'),
  production: bare('Allow addresses of production. Calls there are real'),
}

/** Milliseconds in which the calls that wait are compared after Ctrl+C. */
export const grace = 5_000

export const settle = option('After how long a status that has not come never comes', duration, 120_000)

/** Options of a server that compares for as long as it runs. */
export const lastingOptions = {
  compare: optional('Send all calls on to the real service that this file describes, and compare the replies', someText),
  ...upstreamOptions,
  settle,
}

export const liveOptions = {
  port: { ...option('The port of the server', wholeNumber(0, 65_535), 0), shown: 'any free one' },
  ...upstreamOptions,
  maxSpool: option(
    'The most bytes of bodies to store for the comparison. Of others, size and SHA-256 are compared',
    wholeNumber(0),
    2 ** 28,
  ),
}

/** What {@link LiveOptions} takes of them. */
export const upstreamOf = (
  { upstreamCa: ca, upstreamProxy: proxy, upstreamTimeout: silence, sendToAnyone, production }: Values<typeof upstreamOptions>,
  io: Io,
): Pick<LiveOptions, 'ca' | 'proxy' | 'silence' | 'sendToAnyone' | 'production'> => ({
  ca: ca === undefined ? undefined : readNamed('--upstream-ca', resolve(io.folder, ca)),
  proxy: proxy === undefined ? undefined : new URL(proxy),
  silence,
  sendToAnyone,
  production,
})

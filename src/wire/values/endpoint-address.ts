/** Which texts may stand as the address of a send condition. */

const withScheme = /^([a-z][a-z0-9+.-]{0,1023}):(\/\/)?/i
const notInUri = /[\s\p{Cc}"<>\\^`{|}]|%(?![\da-f]{2})/iu

/** Whether a URI parser reads the text at all, as absolute or relative: an authority that is none (`http://`) it does not. Source: notifications §4.3. */
export const isReadableUri = (text: string): boolean => !withScheme.exec(text)?.[2] || URL.canParse(text)

/** What is wrong with a readable one. Source: notifications §4.5. */
export function conditionEndpointFault(text: string): string | undefined {
  const [, scheme = '', authority] = withScheme.exec(text) ?? []
  const web = /^https?$/i.test(scheme)
  if (scheme === '' || (web && !authority) || notInUri.test(text)) return 'ConditionEndpoint must be a valid absolute URI or null.'
  return web ? undefined : 'ConditionEndpoint must use http or https scheme.'
}

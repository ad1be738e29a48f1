/** Tells which texts the service accepts as the address of an endpoint. */

const withScheme = /^([a-z][a-z0-9+.-]{0,1023}):(\/\/)?/i
/** `\\\\server\\share` is an address with the scheme `file`. */
const networkShare = /^\\\\[^\\/\s]/
const notInUri = /[\s\p{Cc}"<>\\^`{|}]|%(?![\da-f]{2})/iu

/** Whether the text can be parsed as an absolute or relative URI. `http://` cannot, because its host is missing. Source: notifications §4.3. */
export const isReadableUri = (text: string): boolean => !withScheme.exec(text)?.[2] || URL.canParse(text)

/** What is wrong with a readable URI as the endpoint of a send condition; undefined when nothing is. Source: notifications §4.5. */
export function conditionEndpointError(text: string): string | undefined {
  if (networkShare.test(text)) return 'ConditionEndpoint must use http or https scheme.'
  const [, scheme = '', authority] = withScheme.exec(text) ?? []
  const web = /^https?$/i.test(scheme)
  if (scheme === '' || (web && !authority) || notInUri.test(text)) return 'ConditionEndpoint must be a valid absolute URI or null.'
  return web ? undefined : 'ConditionEndpoint must use http or https scheme.'
}

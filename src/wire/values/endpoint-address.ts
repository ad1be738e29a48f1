/** Tells which texts the service accepts as the address of an endpoint. */
import { readUri } from './uri.ts'

/** Whether the text can be read as an absolute or relative address. `http://` cannot, because its host is missing. Source: notifications §4.3. */
export const isReadableUri = (text: string): boolean => readUri(text) !== undefined

/** All that is wrong with a readable address as the endpoint of a send condition. Source: notifications §4.5. */
export function conditionEndpointErrors(text: string): string[] {
  const uri = readUri(text)
  const isAbsolute = uri !== undefined && uri !== 'relative'
  const errors: string[] = []
  if (!isAbsolute || !uri.isWellFormed) errors.push('ConditionEndpoint must be a valid absolute URI or null.')
  if (isAbsolute && uri.scheme !== 'http' && uri.scheme !== 'https') errors.push('ConditionEndpoint must use http or https scheme.')
  return errors
}

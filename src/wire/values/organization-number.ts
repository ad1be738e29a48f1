/** Organization numbers in the forms in which clients send them and the service returns them. Source: file-transfer §0.3. */

const form = /^(?:\d{4}:\d{9}|urn:altinn:organization:identifier-no:\d{9})$/

export const isOrganizationForm = (text: string): boolean => form.test(text)

/** What stands after the last colon; a bare number is returned as it is. */
export const organizationNumber = (text: string): string => text.slice(text.lastIndexOf(':') + 1)

/** `0192:NNNNNNNNN`. */
export const iso6523 = (number: string): string => `0192:${number}`

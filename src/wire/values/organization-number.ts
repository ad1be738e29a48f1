/** Reads and writes organization numbers in the forms that clients and services use. Source: file-transfer §0.3. */

const form = /^(?:\d{4}:\d{9}|urn:altinn:organization:identifier-no:\d{9})$/

/** Whether a text has one of the two forms that the file transfer area accepts. */
export const isOrganizationForm = (text: string): boolean => form.test(text)

/** The nine digits: the part after the last colon. */
export const organizationNumber = (text: string): string => text.slice(text.lastIndexOf(':') + 1)

/** `0192:NNNNNNNNN`. */
export const iso6523 = (number: string): string => `0192:${number}`

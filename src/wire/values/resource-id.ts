/** Resource identifiers as clients send them, and the bare id under which a resource is known. Source: file-transfer §0.4. */

const prefix = 'urn:altinn:resource:'

/** Without the URN prefix, where it has one. */
export const bareResourceId = (text: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : text)

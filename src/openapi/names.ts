/** Names the components of the OpenAPI document. */

/** `fileTransfer.overview` is `FileTransferOverview`. */
export const pascal = (id: string): string => id.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())

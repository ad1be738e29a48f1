/** Tells what a folder or its disk refuses from a defect of our own. */

/** Whether the operating system refuses, such as a disk without room. */
export const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

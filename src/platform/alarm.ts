/** Reports a defect on the console. */
export const alarm = (defect: unknown): void => console.error('A defect of Standin itself:', defect)

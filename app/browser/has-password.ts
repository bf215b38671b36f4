import { createContext } from 'react'

/** Whether the logged-in person has a password. */
export const HasPasswordContext = createContext(true)

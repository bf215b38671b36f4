import { ButtonGroup as PolarisButtonGroup } from '@shopify/polaris'
import type { ReactNode } from 'react'

/** Buttons next to each other. */
export const ButtonGroup: (props: { children: ReactNode }) => ReactNode = PolarisButtonGroup

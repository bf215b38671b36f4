/** The product's name. Appears nowhere else in the code. */
export const productName = 'Footfall'

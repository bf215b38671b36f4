/** Exports of hosted shop systems and marketplaces. Sources: app/domain/imports/presets. */
import type { SampleFile } from './sample-file.ts'

const shopify: SampleFile = {
  language: 'en',
  head: 'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Phone,Receipt Number,Duties,Billing Province Name,Shipping Province Name,Payment ID,Payment Terms Name,Next Payment Due At,Payment References',
  rows: [
    {
      Name: '#1001',
      Email: 'ann@shop.example',
      'Financial Status': 'partially_refunded',
      'Paid at': '2026-01-31 09:50:26 +0200',
      Total: '53.91',
      'Refunded Amount': '10.00',
      Currency: 'EUR',
      'Lineitem name': 'Blue Kettle',
      'Billing Name': 'Ann Mary Smith',
      'Billing City': 'Utrecht',
      'Billing Country': 'NL',
      Id: '7410991464714',
    },
    {
      Name: '#1002',
      'Financial Status': 'paid',
      'Paid at': '2026-01-30 15:05:00 +0100',
      'Cancelled at': '2026-01-30 16:00:00 +0100',
      Total: '40.00',
      Currency: 'EUR',
      'Lineitem name': 'Canceled Mug',
      'Billing Name': 'Bob Roe',
      Id: '7410991464715',
    },
    {
      Name: '#1003',
      'Financial Status': 'paid',
      'Paid at': '2026-01-29 15:05:00 +0100',
      'Payment Method': '(for testing) Bogus Gateway',
      Total: '20.00',
      Currency: 'EUR',
      'Lineitem name': 'Test Mug',
      Id: '7410991464716',
    },
    {
      Name: '#1004',
      'Financial Status': 'paid',
      'Paid at': '2026-01-28 15:05:00 +0100',
      Total: '0.00',
      Currency: 'EUR',
      'Lineitem name': 'Free Mug',
      Id: '7410991464717',
    },
    {
      Name: '#1005',
      'Financial Status': 'partially_paid',
      'Created at': '2026-01-27 15:05:00 +0100',
      Total: '12.00',
      'Lineitem name': 'Unpaid Mug',
      Id: '7410991464718',
    },
  ],
}

const squarespace: SampleFile = {
  language: 'en',
  head: 'Order ID,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Amount Refunded,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem variant,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Address1,Billing Address2,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Cancelled at,Private Notes,Payment Method,Payment Reference',
  rows: [
    {
      'Order ID': '00012',
      'Financial Status': 'PAID',
      'Paid at': '1/25/2026 21:06',
      'Amount Refunded': '0',
      Total: '30',
      Currency: 'USD',
      'Lineitem name': 'Coffee',
      'Billing Name': 'Henri Lee',
      'Billing City': 'Sunnyvale',
      'Billing Country': 'United States',
    },
    {
      'Order ID': '00013',
      'Financial Status': 'PAID',
      'Paid at': '1/26/2026 9:06',
      'Amount Refunded': '30',
      Total: '30',
      Currency: 'USD',
      'Lineitem name': 'Coffee',
    },
  ],
}

const wix: SampleFile = {
  language: 'en',
  head: 'Order number,Date created,Time,Fulfill by,Total order quantity,Contact email,Note from customer,Additional checkout info,Item,Variant,SKU,Qty,Quantity refunded,Price,Weight,Custom text,Deposit amount,Delivery method,Delivery time,Recipient name,Recipient phone,Recipient company name,Delivery country,Delivery state,Delivery state name,Delivery city,Delivery address,Delivery zip/postal code,Billing name,Billing phone,Billing company name,Delivery country,Delivery state,Delivery state name,Delivery city,Delivery address,Delivery zip/postal code,Payment status,Payment method,Coupon code,Gift card amount,Shipping rate,Total tax,Total,Currency,Refunded amount,Net amount,Additional fees,Fulfillment status,Tracking number,Fulfillment service,Shipping label',
  rows: [
    {
      'Order number': '10012',
      'Date created': 'Dec 8, 2025',
      Time: '9:15:51 AM',
      Item: 'Blue Kettle',
      'Billing name': 'Ann Smith',
      'Delivery city': 'Berlin',
      'Delivery country': 'DEU',
      'Payment status': 'Paid',
      Total: '49.95',
      Currency: 'EUR',
    },
    {
      'Order number': '10013',
      'Date created': 'Dec 9, 2025',
      Time: '9:15:51 PM',
      Item: 'Mug',
      'Payment status': 'Paid',
      'Fulfillment status': 'Canceled',
      Total: '12.00',
      Currency: 'EUR',
    },
    {
      'Order number': '10014',
      'Date created': 'Dec 9, 2025',
      Time: '9:20:51 PM',
      Item: 'Mug',
      'Payment status': 'Unpaid',
      Total: '12.00',
      Currency: 'EUR',
    },
  ],
}

const bigcommerce: SampleFile = {
  language: 'en',
  head: 'Order ID,Order Status,Order Date,Order Time,Subtotal (inc tax),Subtotal (ex tax),Tax Total,Shipping Cost (inc tax),Shipping Cost (ex tax),Handling Cost (inc tax),Handling Cost (ex tax),Coupon Details,Order Total (inc tax),Order Total (ex tax),Refund Amount,Customer ID,Customer Name,Customer Email,Customer Phone,Ship Method,Payment Method,Store Credit Redeemed,Gift Certificate Amount Redeemed,Gift Certificate Code,Gift Certificate Expiration Date,Total Quantity,Total Shipped,Date Shipped,Order Currency Code,Exchange Rate,Order Notes,Customer Message,Billing First Name,Billing Last Name,Billing Company,Billing Street 1,Billing Street 2,Billing Suburb,Billing State,Billing Zip,Billing Country,Billing Phone,Billing Email,Shipping First Name,Shipping Last Name,Shipping Company,Shipping Street 1,Shipping Street 2,Shipping Suburb,Shipping State,Shipping Zip,Shipping Country,Shipping Phone,Shipping Email,Product Details',
  rows: [
    {
      'Order ID': '118',
      'Order Date': '31/01/2026',
      'Order Time': '14:05:09',
      'Order Status': 'Awaiting Fulfillment',
      'Order Total (inc tax)': '49.95',
      'Order Currency Code': 'AUD',
      'Billing First Name': 'Ann',
      'Billing Last Name': 'Smith',
      'Billing Suburb': 'Perth',
      'Billing Country': 'Australia',
      'Shipping First Name': 'Bob',
      'Shipping Last Name': 'Roe',
      'Shipping Suburb': 'Reno',
      'Product Details':
        'Product ID: 93, Product Qty: 1, Product SKU: , Product Name: Kettle, blue, Product Weight: 1.0000, Product Total Price: 49.95',
    },
    {
      'Order ID': '119',
      'Order Date': '30/01/2026',
      'Order Status': 'Declined',
      'Order Total (inc tax)': '10.00',
    },
    {
      'Order ID': '120',
      'Order Date': '30/01/2026',
      'Order Status': 'Shipped',
      'Order Total (inc tax)': '10.00',
      'Refund Amount': '10.00',
    },
    {
      'Order ID': '121',
      'Order Date': '30/01/2026',
      'Order Status': 'Awaiting Payment',
      'Order Total (inc tax)': '10.00',
    },
  ],
}

const etsyItems: SampleFile = {
  language: 'en',
  head: 'Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,Variations,Order Type,Listings Type,Payment Type,InPerson Discount,InPerson Location,VAT Paid by Buyer,SKU',
  rows: [
    {
      'Sale Date': '01/03/26',
      'Item Name': 'Sunset Fox Card',
      'Date Paid': '01/04/26',
      'Ship Name': 'Jane Doe',
      'Ship City': 'Austin',
      'Ship Country': 'United States',
      'Order ID': '3001',
      Currency: 'USD',
    },
    { 'Sale Date': '01/03/26', 'Item Name': 'Moon Bear Card', 'Order ID': '3002', Currency: 'USD' },
  ],
}

const etsy: SampleFile = {
  language: 'en',
  head: 'Sale Date,Order ID,Buyer User ID,Full Name,First Name,Last Name,Number of Items,Payment Method,Date Shipped,Street 1,Street 2,Ship City,Ship State,Ship Zipcode,Ship Country,Currency,Order Value,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Shipping,Sales Tax,Order Total,Status,Card Processing Fees,Order Net,Adjusted Order Total,Adjusted Card Processing Fees,Adjusted Net Order Amount,Buyer,Order Type,Payment Type,InPerson Discount,InPerson Location,SKU',
  rows: [
    {
      'Sale Date': '01/02/26',
      'Order ID': '9001',
      'Full Name': 'Jane Doe',
      'First Name': 'Jane',
      'Last Name': 'Doe',
      'Ship City': 'Kamloops',
      'Ship Country': 'The Netherlands',
      Currency: 'CAD',
      'Order Total': '1,176.00',
      'Adjusted Order Total': '0.00',
    },
    {
      'Sale Date': '01/02/26',
      'Order ID': '9002',
      Currency: 'CAD',
      'Order Total': '30.30',
      Status: 'Fully Refunded',
      'Adjusted Order Total': '0.00',
    },
    {
      'Sale Date': '01/02/26',
      'Order ID': '9003',
      Currency: 'CAD',
      'Order Total': '30.30',
      Status: 'Canceled',
    },
    {
      'Sale Date': '01/02/26',
      'Order ID': '9004',
      Currency: 'CAD',
      'Order Total': '30.30',
      Status: 'Partially Refunded',
      'Adjusted Order Total': '20.00',
    },
  ],
}

const etsyInBritain: SampleFile = {
  ...etsy,
  head: etsy.head
    .replaceAll('Ship ', 'Delivery ')
    .replace('Date Shipped', 'Date Posted')
    .replace('Shipping Discount,Shipping', 'Delivery Discount,Delivery')
    .replace('Sales Tax', 'Sales tax'),
  rows: [
    {
      'Sale Date': '01/02/26',
      'Order ID': '9001',
      'Full Name': 'Jane Doe',
      'Delivery City': 'Leeds',
      'Delivery Country': 'United Kingdom',
      'Order Total': '12.00',
      Currency: 'GBP',
    },
  ],
}

export const shopSamples = {
  shopify: [shopify],
  squarespace: [squarespace],
  wix: [wix],
  bigcommerce: [bigcommerce],
  'etsy-items': [etsyItems],
  etsy: [etsy, etsyInBritain],
} as const

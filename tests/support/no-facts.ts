/** The declarations of a trader who declares nothing else, as the form sends them. */
export const NO_FACTS = {
  is_trader: true,
  legal_name: '',
  legal_address: '',
  legal_phone: '',
  legal_email: '',
  register_name: '',
  legal_number: '',
  certified: false,
  revision: 1,
}

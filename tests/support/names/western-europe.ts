/** Whole names. Columns: country, what was typed, what is shown (– is nothing), family names. */
export const westernEurope = `
GB | Oliver Smith | Oliver | Smith
GB | Smith, John | John | Smith
GB | SMITH, JOHN | John | Smith
GB | smith,amelia | Amelia | Smith
GB | J. Smith | – | Smith
GB | J Smith | – | Smith
GB | J.R.R. Tolkien | – | Tolkien
GB | Mr. Smith | – | Smith
GB | Mrs Patricia Jones | Patricia | Jones
GB | Mr and Mrs Whitfield | – | Whitfield
GB | Mr. & Mrs. Whitfield | – | Whitfield
GB | Dr. Emily Clarke | Emily | Clarke
GB | Miss Sophie Turner-Hughes | Sophie | Turner/Hughes
GB | Anna-Maria Wright | Anna-Maria | Wright
GB | JOHN SMITH | John | Smith
GB | mary-jane watson | Mary-Jane | Watson
GB | SMITH John | – | Smith
GB | John SMITH | John | Smith
GB | Thomas Edward Lawrence | Thomas | Lawrence
GB | Harrow & Bell | – | Harrow/Bell
GB | Ann and Bob Fletcher | Ann | Fletcher
GB | John Smith Jr. | John | Smith
GB | Smith Ltd | – | Smith
GB | The Fletchers | – | Fletchers
GB | Family Fletcher | – | Fletcher
GB | Robert (Bob) Harrington | Robert | Harrington
GB | “Kit” Harrington | Kit | Harrington
GB | Gwen ap Rhys | Gwen | Rhys
IE | Seán Ó Briain | Seán | Briain
IE | Sean O'Brien | Sean | O'Brien
IE | O’Brien, Sean | Sean | O’Brien
IE | Siobhán Mac Giolla | Siobhán | Giolla
IE | Aoife McCarthy | Aoife | McCarthy
IE | McCarthy | – | McCarthy
FR | Jean Dupont | Jean | Dupont
FR | DUPONT Jean | Jean | Dupont
FR | SMITH John | John | Smith
FR | Jean DUPONT | Jean | Dupont
FR | DE LA TOUR Marie | Marie | Tour
FR | Jean-Luc Moreau | Jean-Luc | Moreau
FR | Jean Luc Moreau | Jean | Moreau
FR | Mme Lefèvre | – | Lefèvre
FR | M. Durand | – | Durand
FR | Mlle Chloé Girard | Chloé | Girard
FR | ÉLODIE MARTIN | Élodie | Martin
FR | Charles de Gaulle | Charles | Gaulle
FR | Noël Le Graët | Noël | Graët
FR | d'Artagnan | – | Artagnan
FR | Famille Petit | – | Petit
FR | Moreau SARL | – | Moreau
BE | Lotte Peeters | Lotte | Peeters
BE | Peeters, Lotte | Lotte | Peeters
BE | VAN DEN BERGHE Wim | Wim | Berghe
BE | Van den Berghe | – | Berghe
BE | Éric De Smet | Éric | Smet
NL | Jan van der Berg | Jan | Berg
NL | van der Berg | – | Berg
NL | Van der Berg, Jan | Jan | Berg
NL | Dhr. de Vries | – | Vries
NL | Mevr. A. de Vries | – | Vries
NL | Sanne 't Hooft | Sanne | Hooft
NL | IJSBRAND VISSER | IJsbrand | Visser
NL | Fam. Bakker | – | Bakker
NL | Willem-Alexander Bakker | Willem-Alexander | Bakker
LU | SCHMIT Claude | Claude | Schmit
LU | Jos Weber | Jos | Weber
DE | Anna Müller | Anna | Müller
DE | Müller, Anna | Anna | Müller
DE | Müller Anna | – | Müller
DE | Herr Müller | – | Müller
DE | Frau Dr. Schmidt | – | Schmidt
DE | Frau Dr. Julia Krüger | Julia | Krüger
DE | Prof. Dr. Max Lindner | Max | Lindner
DE | Dipl.-Ing. Peter Vogt | Peter | Vogt
DE | Freiherr von Stein | – | Stein
DE | Karl-Heinz von der Heide | Karl-Heinz | Heide
DE | Familie Wagner | – | Wagner
DE | Acme GmbH | – | Acme
DE | Bäckerei Huber GmbH & Co. KG | – | Huber
DE | Hans Peter Schulze | Hans | Schulze
DE | KLAUS WEISS | Klaus | Weiss
DE | Müller-Lüdenscheidt | – | Müller/Lüdenscheidt
AT | Huber Josef | – | Huber
AT | Mag. Elisabeth Gruber | Elisabeth | Gruber
AT | Lukas Steiner | Lukas | Steiner
CH | Beat Brunner | Beat | Brunner
CH | BRUNNER Beat | Beat | Brunner
CH | Urs Zgraggen | Urs | Zgraggen
CH | Chiara Bernasconi | Chiara | Bernasconi
ES | María García López | María | García/López
ES | García López, María José | María | García/López
ES | José Luis Rodríguez Pérez | José | Rodríguez/Pérez
ES | Sr. García | – | García
ES | Sra. Carmen Ruiz | Carmen | Ruiz
ES | Juan de la Cruz | Juan | Cruz
ES | de la Cruz | – | Cruz
ES | Hernández | – | Hernández
ES | Íñigo Echeverría | Íñigo | Echeverría
ES | LUCÍA FERNÁNDEZ | Lucía | Fernández
ES | Jordi Puig i Ferrer | Jordi | Puig/Ferrer
PT | João Silva | João | Silva
PT | Silva João | – | Silva
PT | Maria de Fátima dos Santos | Maria | Santos
PT | dos Santos | – | Santos
PT | Dra. Inês Carvalho | Inês | Carvalho
PT | D. Teresa Almeida | – | Almeida
PT | GONÇALO PEREIRA | Gonçalo | Pereira
IT | Mario Rossi | Mario | Rossi
IT | Rossi Mario | – | Rossi
IT | Rossi, Mario | Mario | Rossi
IT | Sig.ra Bianchi | – | Bianchi
IT | Dott. Luca Ferrari | Luca | Ferrari
IT | Giulia D'Angelo | Giulia | Angelo
IT | De Luca | – | Luca
IT | De Luca, Sofia | Sofia | Luca
IT | Leonardo da Vinci | Leonardo | Vinci
IT | NICCOLÒ ESPOSITO | Niccolò | Esposito
MT | Maria Borg | Maria | Borg
MT | Borg, Ġorġ | Ġorġ | Borg
MC | GRIMALDI Louis | Louis | Grimaldi
AD | Marc Vila | Marc | Vila
`
